/** 138****8000: enough to recognise one's own number, not enough to call it. */
export function maskPhone(phone: string | null | undefined): string | undefined {
  return phone ? phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2') : undefined
}

/** 盐池***电站: enough to recognise a project that one knows, not enough to learn of one. */
export function maskName(name: string): string {
  const letters = [...name]
  if (letters.length < 5) return `${letters[0] ?? ''}***`
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`
}

/** l***@example.com: enough to recognise one's own address. */
export const maskEmail = (email: string | null | undefined): string | undefined =>
  email?.replace(/^(.).*(@.*)$/, '$1***$2')

/** 640323********1234: enough to recognise one's own number, not enough to identify a person. */
export const maskIdCard = (card: string | null): string | undefined =>
  card ? `${card.slice(0, 6)}${'*'.repeat(Math.max(0, card.length - 10))}${card.slice(-4)}` : undefined

const MASKS: Readonly<Record<string, (value: string) => string | undefined>> = {
  contactPhone: maskPhone,
  contactEmail: maskEmail,
  objectorContact: (value) => maskEmail(maskPhone(value)),
  phone: maskPhone,
  email: maskEmail,
  idCard: (value) => maskIdCard(value),
}

/** Masks a phone number, an e-mail address or an identity number. Returns other fields unchanged. */
export const maskedContact = <T>(field: string, value: T): T | string =>
  typeof value === 'string' ? (MASKS[field]?.(value) ?? value) : value
