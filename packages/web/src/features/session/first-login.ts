// Held in memory only: whoever has it may complete the account, and nothing else.
let held: string | undefined

/** Keeps the token of a pre-created account until the account is completed or the page is left. */
export function holdFirstLogin(token: string): void {
  held = token
}

/** The token of a pre-created account that logged in on this page. */
export const firstLogin = (): string | undefined => held

/** Forgets the token: it has served, or does no longer. */
export function endFirstLogin(): void {
  held = undefined
}
