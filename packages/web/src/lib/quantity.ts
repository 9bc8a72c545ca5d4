export { quantity } from '@xinchu/validators'
