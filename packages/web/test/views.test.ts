import { describe, expect, test } from 'vitest'
import {
  closed,
  closedAll,
  closedOthers,
  keptKeys,
  MOST_KEPT,
  nextAfter,
  refreshed,
  searched,
  titled,
  type View,
  visited,
} from '../src/app/views/views.ts'

const view = (key: string, more: Partial<View> = {}): View => ({
  key,
  screen: key,
  params: {},
  search: {},
  href: key,
  title: key,
  affix: false,
  noCache: false,
  round: 0,
  ...more,
})
const keys = (views: readonly View[]) => views.map(({ key }) => key)
const [home, a, b, c] = [view('/home', { affix: true }), view('/a'), view('/b'), view('/c')]
const all = [home, a, b, c]

describe('the list of visited pages', () => {
  test('notes a page once, and its latest address', () => {
    const twice = visited(visited([home], a), { ...a, href: '/a?page=2' })
    expect(twice).toMatchObject([{ key: '/home' }, { key: '/a', href: '/a?page=2' }])
  })

  test('keeps the name that a page gave itself', () => {
    const named = titled([a], '/a', '盐池县储能电站')
    expect(visited(named, { ...a, href: '/a?x=1' })[0]?.title).toBe('盐池县储能电站')
  })

  test.each([
    ['one', closed(all, '/b'), ['/home', '/a', '/c']],
    ['a pinned one', closed(all, '/home'), ['/home', '/a', '/b', '/c']],
    ['the others', closedOthers(all, '/b'), ['/home', '/b']],
    ['all', closedAll(all), ['/home']],
  ])('closes %s', (_what, left, expected) => {
    expect(keys(left)).toEqual(expected)
  })

  test('changes the search of one page, as its address holds it', () => {
    const [, changed, other] = searched(all, '/a', { batch: 7, page: undefined })
    expect(changed).toMatchObject({ href: '/a?batch=7', search: { batch: '7' } })
    expect(other).toBe(b)
  })

  test('draws a refreshed page anew', () => {
    expect(refreshed(all, '/a').map(({ round }) => round)).toEqual([0, 1, 0, 0])
  })

  test.each([
    ['its right neighbour', '/a', '/b'],
    ['the last one when it stood last', '/c', '/b'],
  ])('shows %s after the shown page was closed', (_what, shown, next) => {
    expect(nextAfter(all, closed(all, shown), shown)?.key).toBe(next)
  })

  test('stays where it is when another page was closed', () => {
    expect(nextAfter(all, closed(all, '/a'), '/b')).toBeUndefined()
  })
})

describe('the pages that are kept as they were left', () => {
  const many = Array.from({ length: 20 }, (_, at) => view(`/${at}`))
  const seen = many.map(({ key }) => key)

  test('are the shown one and those last seen', () => {
    const kept = keptKeys(many, '/19', seen, () => false)
    expect(kept.size).toBe(MOST_KEPT)
    expect([kept.has('/19'), kept.has('/0'), kept.has('/18')]).toEqual([true, true, false])
  })

  test('include every page with unsaved input', () => {
    expect(keptKeys(many, '/19', seen, (key) => key === '/18').has('/18')).toBe(true)
  })

  test('[2.tags.5] leave out pages that are not to be kept, unless they hold unsaved input', () => {
    const views = [a, view('/form', { noCache: true })]
    expect(keptKeys(views, '/a', [], () => false).has('/form')).toBe(false)
    expect(keptKeys(views, '/a', [], () => true).has('/form')).toBe(true)
  })
})
