swing = 38;
beats = 0.8;
decay = 0.5;
t = time – inPoint;
swing * Math.cos(2 * Math.PI * beats * t) / Math.exp(decay * t)
