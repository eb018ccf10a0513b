/**
 * Window widths at which layouts change; each includes the narrower ones. A style sheet names one as `@media
 * (--phone)`, a component as `useMediaQuery(breakpoints.phone)`.
 */
export const breakpoints = {
  phone: '(width < 36rem)',
  'small-tablet': '(width < 48rem)',
  tablet: '(width < 62rem)',
} as const

/**
 * Widths of containers, such as a panel, at which their content changes; each includes the narrower ones. A style sheet
 * names one as `@container (--list)`, or the wider ones as `@container not (--list)`.
 */
export const containers = {
  'narrow-card': '(width < 11.5rem)',
  'small-card': '(width < 19.5rem)',
  card: '(width < 21rem)',
  'large-card': '(width < 22rem)',
  bar: '(width < 30rem)',
  list: '(width < 40rem)',
  'small-board': '(width < 44rem)',
  toolbar: '(width < 54rem)',
  board: '(width < 60rem)',
  'large-board': '(width < 70rem)',
} as const
