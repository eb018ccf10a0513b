import { z } from 'zod'
import { preferredLanguage } from './languages.ts'

/**
 * The header with the client's language, for calls that send an email. Any value is accepted: an unknown language must
 * never block the email.
 */
export const languageHeader = { 'accept-language': z.string().default('').transform(preferredLanguage) }
