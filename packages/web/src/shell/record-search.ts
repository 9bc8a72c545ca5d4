import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CountryStatus } from '@xinchu/sdk/codes'
import { useEffect, useState } from 'react'
import { sdk } from '../app/sdk.ts'
import { momentOf } from '../lib/moment.ts'
import type { Found } from './menu-search.ts'

const REST_MS = 250
const LEAST_LETTERS = 2
const MOST = 5

/** Menus whose users may list projects. */
const PROJECT_LISTS: readonly string[] = [
  '/esproject/declare/index',
  '/esproject/audit/index',
  '/esproject/query/index',
]

async function findProjects(keyword: string, signal: AbortSignal): Promise<Found[]> {
  const { content } = await sdk.projects.list({ keyword, size: MOST }, { signal })
  return content.map(({ id, projectName, countryStatus, countryStatusLabel, declareStatusLabel }) => {
    const note = countryStatus === CountryStatus.none ? declareStatusLabel : countryStatusLabel
    return { title: [projectName], path: `/esproject/detail/${id}`, ...(note ? { note } : {}) }
  })
}

async function findMessages(keyword: string, signal: AbortSignal): Promise<Found[]> {
  const { content } = await sdk.messages.list({ keyword, size: MOST }, { signal })
  return content.map(({ id, title, publishTime }) => ({
    title: [title],
    path: `/user/messageinformation?keyword=${encodeURIComponent(title)}&id=${id}`,
    ...(publishTime ? { note: momentOf(publishTime) } : {}),
  }))
}

/** Projects and messages whose texts contain the words, after a pause in typing. */
export function useFoundRecords(words: string, pages: readonly Found[]) {
  const typed = words.trim()
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isLong = typed.length >= LEAST_LETTERS && keyword.length >= LEAST_LETTERS
  const mayList = pages.some(({ path }) => PROJECT_LISTS.includes(path))
  const projects = useQuery({
    queryKey: ['search', 'projects', keyword],
    queryFn: ({ signal }) => findProjects(keyword, signal),
    enabled: isLong && mayList,
    placeholderData: keepPreviousData,
  })
  const messages = useQuery({
    queryKey: ['search', 'messages', keyword],
    queryFn: ({ signal }) => findMessages(keyword, signal),
    enabled: isLong,
    placeholderData: keepPreviousData,
  })
  return {
    projects: (isLong && projects.data) || [],
    messages: (isLong && messages.data) || [],
    isSearching: typed !== keyword || projects.isFetching || messages.isFetching,
  }
}
