import { RateLimiterMemory } from 'rate-limiter-flexible'

const hourS = 3_600

/** Limits per process. Even two processes together let only a few messages through. */
export type ContactLimits = { withTicket: RateLimiterMemory; without: RateLimiterMemory }

export const createContactLimits = (): ContactLimits => ({
  withTicket: new RateLimiterMemory({ keyPrefix: 'contact', points: 20, duration: hourS }),
  without: new RateLimiterMemory({ keyPrefix: 'contact-bare', points: 5, duration: hourS }),
})
