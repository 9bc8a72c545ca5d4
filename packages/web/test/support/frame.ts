import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example } from '@xinchu/testing'
import { on } from './network.ts'

/** The strip of tags. */
export const tags = () => within(screen.getByRole('navigation', { name: '已打开的页面' }))

export const tag = (name: string): HTMLElement => tags().getByRole('button', { name })

export const tagNames = (): string[] =>
  tags()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** Waits until the page with this heading is shown. */
export const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

/** The link of a page in the sidebar, also where its group is folded. */
export const menuLink = (name: string): HTMLElement =>
  within(screen.getByRole('navigation', { name: '主菜单' })).getByRole('link', { name, hidden: true })

/** Opens a page by the sidebar and waits until it is shown. */
export async function openMenu(user: UserEvent, name: string): Promise<void> {
  await user.click(menuLink(name))
  await heading(name)
}

/** The field for words above the list that is shown. */
export const keyword = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '关键字' })

const [sample] = example('queryEsProjects').content
if (!sample) throw new Error('the contract shows no project')

/** Name of the project with this number in a list of `answerProjects`. */
export const projectName = (id: number): string => `${id}号储能电站`

/** So many projects, numbered from 1. */
export const projectsOf = (total: number) =>
  Array.from({ length: total }, (_, at) => ({ ...sample, id: at + 1, projectName: projectName(at + 1) }))

/** Answers the lists of projects with so many of them, page by page, and what stands beside the lists. */
export const answerProjects = (total: number) => {
  on('getDeclareStatusCounts', example('getDeclareStatusCounts'))
  on('getCountryStatusCounts', [])
  on('listFillTimes', [])
  return on('queryEsProjects', ({ query: { page = 0, size = 20, keyword: words = '' } }) => {
    const found = projectsOf(total).filter(({ projectName: name }) => name.includes(words))
    return { content: found.slice(page * size, (page + 1) * size), totalElements: found.length }
  })
}

/** Texts of the notices that are shown. */
export const notices = (): string[] =>
  screen
    .queryAllByRole('button', { name: '关闭提示' })
    .map(({ previousElementSibling }) => previousElementSibling?.textContent ?? '')
