// Overshoot after any keyframe: it leaves the key at the speed with which the animation came in.
freq = 3;
decay = 5;
n = 0;
if (numKeys > 0) {
  n = nearestKey(time).index;
  if (key(n).time > time) n--;
}
if (n > 0) {
  t = time - key(n).time;
  speed = velocityAtTime(key(n).time - 0.001);
  w = freq * Math.PI * 2;
  value + speed * (Math.sin(t * w) / Math.exp(decay * t) / w);
} else {
  value;
}
