/** The software's own name. Sites have the name that their operator gives them: see `useSiteName`. */
export const productName = 'Tallystick'
