/** Rounds half away from zero. Works on the decimal text, so that 1.00005 does not become 1 at four decimals. */
export function roundTo(value: number, decimals: number): number {
  if (decimals >= 0 && Number.isInteger(value)) return value
  const shift = (text: string, places: number) => {
    const [digits, exponent = '0'] = text.split('e')
    return Number(`${digits}e${Number(exponent) + places}`)
  }
  return Math.sign(value) * shift(String(Math.round(shift(String(Math.abs(value)), decimals))), -decimals)
}
