/**
 * The public pages: the one list that the build, both routers, the navigation and the server's test read.
 * Logged-in users have no use for the pages of visitors and are led to their landing page.
 */
export const visitorPaths = ['/', '/login', '/register'] as const
export const everyonesPaths = ['/editpassword', '/verify', '/publicity', '/objection'] as const

export type PublicPath = (typeof visitorPaths | typeof everyonesPaths)[number]

type NameIn<Path> = Path extends `/${infer Name}` ? Name : never
/** The name of a page, which is that of its document. `/` shows the log-in. */
export type PublicName = Exclude<NameIn<PublicPath>, ''>

const isIn = <Path extends string>(paths: readonly Path[], path: string): path is Path =>
  paths.some((each) => each === path)

/** The public page that this visitor gets at an address; undefined where the portal begins. */
export function publicNameAt(path: string, isLoggedIn: boolean): PublicName | undefined {
  if (!isIn(everyonesPaths, path) && (isLoggedIn || !isIn(visitorPaths, path))) return undefined
  return path === '/' ? 'login' : (path.slice(1) as PublicName) // the paths have one segment
}

/** The document of a page, prerendered for a visitor or for a logged-in user. */
export const documentName = (name: PublicName, isLoggedIn: boolean): string =>
  isLoggedIn ? `${name}.session` : name

/** Notice at the head of public pages and at the foot of the others. */
export const SECRECY = '涉密不上网，上网不涉密'
