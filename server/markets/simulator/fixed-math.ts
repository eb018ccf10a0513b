/**
 * Exponential, logarithm, sine and cosine, computed only with + - * / and the exact Math.floor and Math.sqrt, because
 * the last bit of Math.exp, Math.log and Math.cos may differ between engines. The operations used give the same bits
 * everywhere with IEEE 754 doubles. Results are accurate to about 1e-15. Any change to this file requires a new model
 * version.
 */

const ln2High = 0.69314718036912381649
const ln2Low = 1.90821492927058770002e-10
const log2e = 1.442695040888963387

/** Powers of two from 2^-1074 to 2^1023, computed by exact doubling and halving. */
const powersOfTwo = (() => {
  const powers = new Float64Array(2098)
  let up = 1
  for (let i = 0; i <= 1023; i += 1, up *= 2) powers[1074 + i] = up
  let down = 1
  for (let i = 0; i <= 1074; i += 1, down /= 2) powers[1074 - i] = down
  return powers
})()

/** Returns e to the power of x, for x between -700 and 700. */
export function fixedExp(x: number): number {
  const k = Math.floor(x * log2e + 0.5)
  const r = x - k * ln2High - k * ln2Low
  const series =
    1 +
    r *
      (1 +
        r *
          (1 / 2 +
            r *
              (1 / 6 +
                r *
                  (1 / 24 +
                    r *
                      (1 / 120 +
                        r *
                          (1 / 720 +
                            r *
                              (1 / 5040 +
                                r *
                                  (1 / 40320 +
                                    r *
                                      (1 / 362880 +
                                        r *
                                          (1 / 3628800 +
                                            r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800)))))))))))))
  return series * powersOfTwo[1074 + k]!
}

const double = new Float64Array(1)
const halves = new Uint32Array(double.buffer)
const highHalf = (() => {
  double[0] = 1
  return halves[1] === 0x3ff00000 ? 1 : 0
})()

/** Returns the natural logarithm of a normal positive number. */
export function fixedLog(x: number): number {
  double[0] = x
  const high = halves[highHalf]!
  let exponent = (high >>> 20) - 1023
  halves[highHalf] = (high & 0x000fffff) | 0x3ff00000
  let mantissa = double[0]!
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5
    exponent += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const q = s * s
  const series =
    1 +
    q *
      (1 / 3 +
        q *
          (1 / 5 +
            q *
              (1 / 7 +
                q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q * (1 / 15 + q * (1 / 17 + q * (1 / 19 + q * (1 / 21))))))))))
  return exponent * ln2High + (2 * s * series + exponent * ln2Low)
}

const tau = 6.283185307179586

function sineOfSmall(x: number): number {
  const q = x * x
  return (
    x *
    (1 -
      q *
        (1 / 6 -
          q *
            (1 / 120 -
              q *
                (1 / 5040 -
                  q *
                    (1 / 362880 -
                      q *
                        (1 / 39916800 - q * (1 / 6227020800 - q * (1 / 1307674368000 - q * (1 / 355687428096000)))))))))
  )
}

function cosineOfSmall(x: number): number {
  const q = x * x
  return (
    1 -
    q *
      (1 / 2 -
        q *
          (1 / 24 -
            q *
              (1 / 720 -
                q *
                  (1 / 40320 -
                    q * (1 / 3628800 - q * (1 / 479001600 - q * (1 / 87178291200 - q * (1 / 20922789888000))))))))
  )
}

/** Returns the cosine of `turn` full turns, for `turn` from 0 to 1. */
export function fixedCosTurn(turn: number): number {
  const quadrant = Math.floor(turn * 4 + 0.5)
  const rest = (turn - quadrant * 0.25) * tau
  switch (quadrant & 3) {
    case 0:
      return cosineOfSmall(rest)
    case 1:
      return -sineOfSmall(rest)
    case 2:
      return -cosineOfSmall(rest)
    default:
      return sineOfSmall(rest)
  }
}

/** Returns the sine of `turn` full turns, for `turn` from 0 to 1. */
export function fixedSinTurn(turn: number): number {
  const quadrant = Math.floor(turn * 4 + 0.5)
  const rest = (turn - quadrant * 0.25) * tau
  switch (quadrant & 3) {
    case 0:
      return sineOfSmall(rest)
    case 1:
      return cosineOfSmall(rest)
    case 2:
      return -sineOfSmall(rest)
    default:
      return -cosineOfSmall(rest)
  }
}
