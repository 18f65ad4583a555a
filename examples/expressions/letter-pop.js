// Each letter pops at a moment of its own, seeded by its place in the text, and overshoots before it rests.
freq = 3;
decay = 5;
rise = 0.1;
seedRandom(textIndex, true);
t = time - (inPoint + random(1));
from = [100, 100];
to = [0, 0];
if (t < rise) {
  linear(t, 0, rise, from, to);
} else {
  w = freq * Math.PI * 2;
  speed = (to - from) / rise;
  to + speed * (Math.sin((t - rise) * w) / Math.exp(decay * (t - rise)) / w);
}
