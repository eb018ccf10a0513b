import { firstAnswersId, type Reader, type Rendered } from './rendered.ts'

/** Returns for which reader the server rendered this document; undefined if for nobody in particular. */
export function readRendered(): Rendered | undefined {
  const data = document.getElementById(firstAnswersId)?.dataset
  return data && { reader: data['reader'] as Reader, amountsHidden: data['amountsHidden'] !== undefined }
}
