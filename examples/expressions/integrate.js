// The area under a slider with linear or hold keys, exact between and after them: a speed becomes a distance.
speed = thisComp.layer("controls").effect("speed")("Slider");
n = speed.numKeys;
area = 0;
if (n > 0 && speed.key(1).time < time) {
  area = speed.key(1).value * (speed.key(1).time - inPoint);
  for (i = 2; i <= n && speed.key(i).time <= time; i++) {
    a = speed.key(i - 1);
    b = speed.key(i);
    area += (a.value + speed.valueAtTime(b.time - 0.0001)) * (b.time - a.time) / 2;
  }
  area += (speed.value + speed.key(i - 1).value) * (time - speed.key(i - 1).time) / 2;
} else {
  area = speed.value * (time - inPoint);
}
value + area
