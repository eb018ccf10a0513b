/**
 * Window widths at which layouts change; each includes the narrower ones. A style sheet names one as `@media
 * (--phone)`, a component as `useMediaQuery(breakpoints.phone)`.
 */
export const breakpoints = {
  phone: '(width < 36rem)',
  'small-tablet': '(width < 48rem)',
  tablet: '(width < 62rem)',
} as const
