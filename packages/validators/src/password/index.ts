export { type PasswordOwner, type PasswordRule, passwordRules, weaknessOf } from './policy.ts'
