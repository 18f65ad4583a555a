rise = 0.1;
w = 3 * Math.PI * 2;
t = time - inPoint;
if (t < rise) {
  linear(t, 0, rise, [0, 0], [100, 100]);
} else {
  speed = [100, 100] / rise;
  [100, 100] + speed * Math.sin((t - rise) * w) / Math.exp(5 * (t - rise)) / w;
