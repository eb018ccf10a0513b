/** The first 32 bits of the fractional parts of a root of the first primes. Source: FIPS 180-4 section 4.2.2. */
const fractions = (count: number, root: (value: number) => number): number[] => {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

const constants = fractions(64, Math.cbrt)
const start = fractions(8, Math.sqrt)
const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/**
 * Returns the SHA-256 of bytes as hexadecimal digits. Browsers offer `crypto.subtle` only to pages loaded over TLS.
 * Source: FIPS 180-4 section 6.2.
 */
export function sha256(bytes: Uint8Array): string {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64))
  bytes.forEach((byte, place) => view.setUint8(place, byte))
  view.setUint8(bytes.length, 0x80)
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n)
  const state = [...start]
  const words = new Int32Array(64)
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let place = 0; place < 64; place++) {
      const [far, near] = [words[place - 15] ?? 0, words[place - 2] ?? 0]
      words[place] =
        place < 16
          ? view.getInt32(block + 4 * place)
          : words[place - 16]! +
            (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) +
            words[place - 7]! +
            (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    for (let place = 0; place < 64; place++) {
      const first =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[place]! + words[place]!
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) state[place] = (state[place]! + word) | 0
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
