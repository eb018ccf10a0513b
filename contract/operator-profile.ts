import { z } from 'zod'

const day = z.iso.date('must be a date such as 2026-11-22')
const line = z.string().trim().min(1).max(200)
const email = z.email('must be an e-mail address')

/**
 * Who runs an installation, as its pages say. Read from the file that OPERATOR_PROFILE names. What is not set is not
 * shown: an installation without a profile says that it is run by a demonstration operator that is not a company.
 * Source: docs/spec/truth.md section 2.
 */
export const operatorProfile = z.strictObject({
  /** Name of the site; default Tallystick. */
  siteName: line.default('Tallystick'),
  /** The company or person who answers for the installation. */
  legalName: line.optional(),
  /** The public register in which the company stands, its number there and a page on which anyone can look it up. */
  registry: z.strictObject({ name: line, number: line, url: z.url({ protocol: /^https$/ }) }).optional(),
  address: line.optional(),
  /** A document about the operator that anyone can read: what it is called, where it is, and what it says. It stands beside the solvency statement. */
  certificate: z
    .strictObject({
      name: line,
      url: z.url({ protocol: /^https$/ }).optional(),
      words: z.string().trim().max(600).optional(),
    })
    .optional(),
  /** Default: support@ and info@ of the installation's host. */
  supportEmail: email.optional(),
  infoEmail: email.optional(),
  /** People who answer by name. Nobody is invented. */
  people: z
    .array(
      z.strictObject({
        name: line,
        role: line,
        words: z.string().trim().max(600).optional(),
        url: z.url({ protocol: /^https$/ }).optional(),
      }),
    )
    .max(12)
    .default([]),
  /** How the installation came to be, in the operator's words, a paragraph each. */
  story: z.array(z.string().trim().min(1).max(1_200)).max(6).default([]),
  /** The day of the operator's own wording. Default: the day on which the shipped wording changed (legal-documents.ts). */
  termsRevised: day.optional(),
  privacyRevised: day.optional(),
})
export type OperatorProfile = z.output<typeof operatorProfile>

/**
 * Where people write to: the addresses of the profile, else `support@` and `info@` the host of the installation, as its pages show
 * them. Source: docs/spec/product.md section 2, footer and contact.
 */
export function mailAddressesOf(
  operator: OperatorProfile,
  publicUrl: string,
): { supportEmail: string; infoEmail: string } {
  const { hostname } = new URL(publicUrl)
  const host = /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname
  const { supportEmail = `support@${host}`, infoEmail = `info@${host}` } = operator
  return { supportEmail, infoEmail }
}

export const demonstrationOperator: OperatorProfile = operatorProfile.parse({})
