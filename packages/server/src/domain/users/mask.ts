/** l***@example.com: enough to recognise one's own address. */
export const maskEmail = (email: string | null): string | undefined =>
  email?.replace(/^(.).*(@.*)$/, '$1***$2')

/** 640323********1234: where and who it might be, not who it is. */
export const maskIdCard = (card: string | null): string | undefined =>
  card ? `${card.slice(0, 6)}${'*'.repeat(Math.max(0, card.length - 10))}${card.slice(-4)}` : undefined
