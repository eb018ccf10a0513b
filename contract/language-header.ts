import { z } from 'zod'
import { preferredLanguage } from './languages.ts'

/** The header by which a client says in which language it reads, of calls that send a mail. Any text counts as one, so that none keeps a mail back. */
export const languageHeader = { 'accept-language': z.string().default('').transform(preferredLanguage) }
