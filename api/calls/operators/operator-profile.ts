import { z } from 'zod'

const day = z.iso.date('must be a date such as 2026-11-22')
const line = z.string().trim().min(1).max(200)
const email = z.email('must be an email address')

/**
 * The operator of an installation, as its pages present it. Read from the file that OPERATOR_PROFILE names. Fields that
 * aren't set aren't shown: without a profile, the pages name a demonstration operator that isn't a company. Source:
 * docs/spec/truth.md section 2.
 */
export const operatorProfile = z.strictObject({
  /** Name of the site; Tallystick by default. */
  siteName: line.default('Tallystick'),
  /** The company or person responsible for the installation. */
  legalName: line.optional(),
  /** The company's public register, its number there, and a page where anyone can look it up. */
  registry: z.strictObject({ name: line, number: line, url: z.url({ protocol: /^https$/ }) }).optional(),
  address: line.optional(),
  /** A public document about the operator: title, URL and summary. Shown next to the solvency statement. */
  certificate: z
    .strictObject({
      name: line,
      url: z.url({ protocol: /^https$/ }).optional(),
      words: z.string().trim().max(600).optional(),
    })
    .optional(),
  /** Defaults to support@ and info@ at the installation's host. */
  supportEmail: email.optional(),
  infoEmail: email.optional(),
  /** Named contacts. Pages never invent people. */
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
  /** The history of the installation in the operator's words, as a list of paragraphs. */
  story: z.array(z.string().trim().min(1).max(1_200)).max(6).default([]),
  /**
   * The day on which the operator's own terms changed. Defaults to the day on which the shipped ones changed
   * (legal-documents.ts).
   */
  termsRevised: day.optional(),
  privacyRevised: day.optional(),
})
export type OperatorProfile = z.output<typeof operatorProfile>

/**
 * Returns the contact addresses: those in the profile, otherwise `support@` and `info@` at the installation's host.
 * Source: docs/spec/product.md section 2, footer and contact.
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
