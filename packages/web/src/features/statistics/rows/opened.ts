/** Whether the drawer was opened on this page, so that closing it goes back. */
export const drawer = { isStep: false }
