// The sounds themselves, made here and not fetched; each is far below speaking volume.

const LOUD = 0.125; // -18 dB

/** @type {AudioContext | null} */
let audio = null;
let share = 1; // of that, as somebody has set it

/** @param {number} at @param {number} seconds @param {number} [volume] */
function envelope(at, seconds, volume = LOUD) {
  const context = /** @type {AudioContext} */ (audio);
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(Math.max(0.0006, volume * share), at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  gain.connect(context.destination);
  return gain;
}

/** @param {OscillatorType} type @param {number} hertz @param {number} after seconds @param {number} seconds @param {number} [volume] */
function tone(type, hertz, after, seconds, volume) {
  const context = /** @type {AudioContext} */ (audio);
  const at = context.currentTime + after;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(hertz, at);
  source.connect(envelope(at, seconds, volume));
  source.start(at);
  source.stop(at + seconds);
}

/** @param {number} from @param {number} to @param {number} seconds */
function noise(from, to, seconds) {
  const context = /** @type {AudioContext} */ (audio);
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(from, context.currentTime);
  filter.frequency.linearRampToValueAtTime(to, context.currentTime + seconds);
  source.connect(filter).connect(envelope(context.currentTime, seconds));
  source.start();
}

const SCALE = [262, 330, 392, 523, 659, 784, 1047];

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => noise(2500, 2500, 0.04),
  chips: () => [3200, 3700, 4100].forEach((hertz, index) => tone("triangle", hertz, index * 0.03, 0.025)),
  turn: () => [660, 880].forEach((hertz, index) => tone("sine", hertz, index * 0.09, 0.09)),
  hurry: () => tone("sine", 440, 0, 0.06),
  check: () => [0, 0.08].forEach((after) => tone("sine", 110, after, 0.05)),
  fold: () => noise(1200, 400, 0.09),
  win: () => [523, 659, 784].forEach((hertz, index) => tone("triangle", hertz, index * 0.08, 0.08)),
  free: () => [1320, 1980].forEach((hertz) => tone("sine", hertz, 0, 0.16)),
  refused: () => tone("square", 160, 0, 0.09, LOUD / 2),
  jackpot: () => SCALE.forEach((hertz, index) => tone("triangle", hertz, index * 0.22, 0.3)),
};

/** @param {string} name @param {number} [volume] from 0 to 1 */
export function sound(name, volume = 1) {
  if (!volume) return;
  share = volume;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
    SOUNDS[name]?.();
  } catch {
    // A device without sound plays as well.
  }
}
