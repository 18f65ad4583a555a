// Letter after letter swings down from the line above it; the oscillation starts where the ramp ends.
freq = 2;
decay = 5;
delay = 0.15;
rise = 0.12;
t = time - (inPoint + (textIndex - 1) * delay);
if (t < rise) {
  linear(t, 0, rise, 100, 0);
} else {
  w = freq * Math.PI * 2;
  speed = -100 / rise;
  speed * (Math.sin((t - rise) * w) / Math.exp(decay * (t - rise)) / w);
}
