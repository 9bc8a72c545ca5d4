/**
 * Properties that prove who a person is: passwords, and the codes of messages, pictures and authenticators; and those that
 * tell who objects, which is stored under seal alone.
 */
const SECRETS: ReadonlySet<string> = new Set([
  'password',
  'oldPass',
  'newPass',
  'newPassword',
  'initialPassword',
  'tempPassword',
  'again',
  'code',
  'smsCode',
  'otp',
  'recoveryCodes',
  ...['objectorName', 'objectorUnit', 'objectorCreditCode', 'objectorPhone'],
])

/** Whether a property of this name leaves the page only in the call that needs it. It is never kept. */
export const isSecret = (name: string): boolean => SECRETS.has(name)
