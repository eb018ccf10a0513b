/** Name of the software. Each site has the name that its operator sets: see `useSiteName`. */
export const productName = 'Tallystick'
