import { useRootData } from '../document/root-data.ts'

/** Verifiers that compare a document with the public record of an installation. */
export type RecordVerifier = 'receipt' | 'mining' | 'yield' | 'expert'

/** Returns the command that checks a saved document, with this installation's URL. */
export function useVerifyCommand(verifier: RecordVerifier, file: string): string {
  const installation = useRootData()
  return `npm run verify:${verifier} -- ${file} ${installation?.publicUrl ?? 'ADDRESS'}`
}
