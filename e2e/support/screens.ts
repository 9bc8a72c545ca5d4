import { isGranted, type Screen, screens } from '../../packages/web/src/app/screens.ts'

const all: readonly Screen[] = screens

/** Addresses of the portal's pages that a menu must grant, parameters as `$name`. */
export const grantedPages: readonly string[] = all
  .filter((screen) => screen.grantedBy === undefined && !isGranted(screen, []))
  .map(({ path }) => path)
