/** Texts are joined into pieces of about this size, so that not every row needs its own write. */
const pieceCharacters = 64 * 1024

/** Joins short texts into longer ones. */
export async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Returns whether a value is a list that is read while it is being written. */
export const isStreamed = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** For `JSON.stringify`: writes a `bigint` as text. */
export const bigintAsText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/**
 * Writes an object as `JSON.stringify` does with an indent of 2, reading its parts one at a time. The value of a part
 * can be an async iterable, which becomes a list. Omits a part without a value.
 */
export async function* jsonObject(
  parts: AsyncIterable<readonly [name: string, value: unknown]>,
): AsyncGenerator<string> {
  let before = '{'
  for await (const [name, value] of parts) {
    if (value === undefined) continue
    yield `${before}\n  ${JSON.stringify(name)}: `
    if (isStreamed(value)) yield* jsonList(value, '  ')
    else yield indented(value, '  ')
    before = ','
  }
  yield before === '{' ? '{}' : '\n}'
}

/** Writes a list as `JSON.stringify` does with an indent of 2. Lines after the first begin with `indent`. */
export async function* jsonList(rows: AsyncIterable<unknown> | Iterable<unknown>, indent = ''): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n${indent}  ${indented(row, `${indent}  `)}`
    before = ','
  }
  yield before === '[' ? '[]' : `\n${indent}]`
}

/** Every line break in the result separates parts, because those inside texts are escaped. */
const indented = (value: unknown, indent: string): string =>
  (JSON.stringify(value, bigintAsText, 2) ?? 'null').replaceAll('\n', `\n${indent}`)
