/** The contents of a row of one-character boxes: one string per box, empty if nothing is entered. */
export type Boxes = readonly string[]
export type Entry = { boxes: string[]; focus: number }

export function emptyBoxes(count: number): string[] {
  return Array.from({ length: count }, () => '')
}

/**
 * Returns the digits of a code, however it is written: `12-345`, `1 2 3 4 5` and `１２３４５` each have five digits.
 */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/**
 * Handles text typed or pasted into box `at`. Digits fill the boxes from there; a whole code fills all of them from
 * the first. Other characters are dropped. Returns the boxes and the next one to focus.
 */
export function enterText(boxes: Boxes, at: number, text: string): Entry {
  const digits = digitsOf(text)
  const start = digits.length >= boxes.length ? 0 : at
  const next = [...boxes]
  let focus = at
  for (const [offset, digit] of [...digits].slice(0, boxes.length - start).entries()) {
    next[start + offset] = digit
    focus = Math.min(start + offset + 1, boxes.length - 1)
  }
  return { boxes: next, focus }
}

/** Returns whether text typed or pasted into box `at` fills the last empty box or replaces the code's last digit. */
export function completes(boxes: Boxes, at: number, text: string): boolean {
  const isFull = enterText(boxes, at, text).boxes.every((digit) => digit !== '')
  return isFull && (boxes.includes('') || at + digitsOf(text).length >= boxes.length)
}

/** Handles Backspace in box `at`: clears it or, if empty, the box before it. */
export function eraseBack(boxes: Boxes, at: number): Entry {
  const target = boxes[at] === '' ? Math.max(0, at - 1) : at
  return { boxes: boxes.map((box, index) => (index === target ? '' : box)), focus: target }
}
