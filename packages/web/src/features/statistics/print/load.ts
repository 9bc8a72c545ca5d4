/** Loads the print of a page. Apart, because a list of its files would weigh on the landing. */
export const load = () => import('./printing.tsx')
