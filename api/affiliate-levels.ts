/** Commissions on a deposit that is withdrawn within this many days are reversed. */
export const commissionKeptAfterDays = 90

/** Commission on a referred deposit by level, in basis points. Source: docs/spec/product.md section 9. */
export const affiliateLevels = [
  { level: 1, bps: 1000, rate: '10%' },
  { level: 2, bps: 500, rate: '5%' },
  { level: 3, bps: 100, rate: '1%' },
] as const

/**
 * Alphabet of referral codes. It excludes characters that look or sound alike. It also excludes vowels, so that codes
 * never spell words.
 */
export const referralLetters = '23456789CFGHJMPQRVWX'
export const referralCodePattern = /^[2-9CFGHJMPQRVWX]{8}$/

export const bannerSizes = {
  rectangle: { width: 300, height: 250, label: 'Rectangle, 300 × 250' },
  leaderboard: { width: 728, height: 90, label: 'Leaderboard, 728 × 90' },
  card: { width: 1200, height: 630, label: 'Card for posts, 1200 × 630' },
} as const
export type BannerSize = keyof typeof bannerSizes
