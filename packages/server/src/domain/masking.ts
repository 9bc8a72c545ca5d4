/** 138****8000: enough to recognise one's own number, not enough to call it. */
export function maskPhone(phone: string | null | undefined): string | undefined {
  return phone ? phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2') : undefined
}
