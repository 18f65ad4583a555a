// Bounce after any keyframe: parabolas that shrink, always on the side the animation came from.
elasticity = 0.7;
gravity = 2000;
bounces = 9;
n = 0;
if (numKeys > 0) {
  n = nearestKey(time).index;
  if (key(n).time > time) n--;
}
if (n > 0) {
  t = time - key(n).time;
  away = velocityAtTime(key(n).time - 0.001) * -elasticity;
  speed = length(away);
  if (value instanceof Array) {
    direction = speed > 0 ? normalize(away) : away;
  } else {
    direction = away < 0 ? -1 : 1;
  }
  start = 0;
  flight = 2 * speed / gravity;
  count = 1;
  while (start + flight < t && count <= bounces) {
    start += flight;
    speed *= elasticity;
    flight *= elasticity;
    count++;
  }
  if (count <= bounces) {
    d = t - start;
    value + direction * d * (speed - gravity * d / 2);
  } else {
    value;
  }
} else {
  value;
}
