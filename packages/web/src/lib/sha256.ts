const isPrime = (n: number) => {
  for (let factor = 2; factor * factor <= n; factor++) if (n % factor === 0) return false
  return true
}

const primes = (count: number) => {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (isPrime(n)) found.push(n)
  return found
}

/** First 32 bits of a fraction. */
const bitsOf = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0

const K = Int32Array.from(primes(64), (prime) => bitsOf(Math.cbrt(prime)))
const START = Int32Array.from(primes(8), (prime) => bitsOf(Math.sqrt(prime)))
const BLOCK = 64

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function schedule(words: Int32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(offset + 4 * t)
  for (let t = 16; t < 64; t++) {
    const [near = 0, far = 0] = [words[t - 2], words[t - 15]]
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[t] = ((words[t - 16] ?? 0) + low + (words[t - 7] ?? 0) + high) | 0
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (K[t] ?? 0) + (words[t] ?? 0)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at++) state[at] = ((state[at] ?? 0) + (added[at] ?? 0)) | 0
}

/**
 * SHA-256 (FIPS 180-4) of bytes, as eight 32-bit words. Synchronous, because `crypto.subtle` costs a task per digest and is
 * unavailable on pages without TLS.
 */
export function sha256(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = START.slice()
  const words = new Int32Array(64)
  for (let offset = 0; offset < padded.length; offset += BLOCK) {
    schedule(words, view, offset)
    compress(state, words)
  }
  return state
}
