// Kept in memory only. The token allows nothing but completing the account.
let held: string | undefined

/** Stores the token of a pre-created account until it is completed or the page is left. */
export function holdFirstLogin(token: string): void {
  held = token
}

/** Token of a pre-created account that logged in on this page. */
export const firstLogin = (): string | undefined => held

/** Deletes the token after use or expiry. */
export function endFirstLogin(): void {
  held = undefined
}
