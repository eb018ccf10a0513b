/** Returns a decimal without trailing zeros: `0.935384000` is `0.935384`, `14.00` is `14`. */
export const shortDecimal = (decimal: string): string => decimal.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
