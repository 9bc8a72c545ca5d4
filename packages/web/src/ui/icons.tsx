import type { ReactNode, SVGProps } from 'react'
import { menuDrawings } from './menu-drawings.tsx'

/** Icons on a 20 px grid. They accompany text and are hidden from screen readers. */
const drawings = {
  menu: <path d="M3 5.5h14M3 10h14M3 14.5h14" />,
  search: <path d="m17 17-4-4M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z" />,
  bell: (
    <path d="M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.7 5-1.7 6h12.4c0-1-1.7-2-1.7-6A4.5 4.5 0 0 0 10 3Zm-1.7 13.2a1.8 1.8 0 0 0 3.4 0" />
  ),
  mail: <path d="M3 4.5h14v11H3zm0 1 7 5.500 7-5.5" />,
  expand: <path d="M3.5 7.5v-4h4m9 4v-4h-4m-9 9v4h4m9-4v4h-4" />,
  shrink: <path d="M7.5 3.5v4h-4m9-4v4h4m-9 9v-4h-4m9 4v-4h4" />,
  settings: <path d="M3 6h7m4 0h3M3 14h3m4 0h7M12 4v4m-4 4v4" />,
  chevronDown: <path d="m5 7.5 5 5 5-5" />,
  chevronRight: <path d="m7.5 5 5 5-5 5" />,
  chevronLeft: <path d="m12.5 5-5 5 5 5" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  plus: <path d="M10 4v12M4 10h12" />,
  minus: <path d="M4 10h12" />,
  turn: <path d="M15.5 7A6.3 6.3 0 1 0 16.300 11.500M15.8 3v4.200h-4.200" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  more: <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.6" />,
  columns: <path d="M3.5 4.5h13v11h-13zM8 4.5v11m4-11v11" />,
  refresh: <path d="M16 8a6.3 6.3 0 1 0 .3 3.5M16.5 4v4h-4" />,
  upload: <path d="M10 13V4m0 0L6.5 7.5M10 4l3.5 3.5M3.5 13v3h13v-3" />,
  download: <path d="M10 4v9m0 0 3.5-3.5M10 13 6.5 9.5M3.5 13v3h13v-3" />,
  print: <path d="M6 7V3.5h8V7M6 14H3.5V7h13v7H14m-8-2.500h8v5H6z" />,
  file: <path d="M5 3h6.5L15.5 7v10H5zM11.5 3v4h4" />,
  undo: <path d="M4 8h7.500a4.500 4.500 0 0 1 0 9H7M7.5 4.500 4 8l3.5 3.500" />,
  reply: <path d="M4 8.500h8a4 4 0 0 1 4 4V16M7.500 5 4 8.500 7.500 12" />,
  arrowRight: <path d="M3.500 10h13m-4-4 4 4-4 4" />,
  comment: <path d="M3.500 4.500h13v9H9l-3.500 3v-3h-2zM7 8h6M7 10.500h4" />,
  filter: <path d="M3.500 4.500h13l-5 6v5.500l-3-1.500v-4z" />,
  trash: <path d="M4 6h12M8 6V4h4v2m-6.5 0 .7 10.5h7.6L14.5 6M8.5 9v4.5m3-4.5v4.5" />,
  edit: <path d="m12.5 4.5 3 3-8.5 8.5-3.7.7.7-3.7zM10.5 6.5l3 3" />,
  user: (
    <path d="M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10Zm-6.2 6.5c.5-3 3-4.3 6.2-4.3s5.7 1.3 6.2 4.3" />
  ),
  exit: <path d="M8 3.500H4v13h4M12 6.5 15.5 10 12 13.500M15 10H7.5" />,
  sun: (
    <path d="M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-10.500v1.500m0 12v1.500M2.5 10H4m12 0h1.500M4.7 4.700l1 1m8.6 8.6 1 1m0-10.6-1 1m-8.6 8.6-1 1" />
  ),
  moon: <path d="M16.5 11.800A6.8 6.8 0 0 1 8.2 3.500a6.8 6.8 0 1 0 8.3 8.300Z" />,
  sortUp: <path d="M10 15V5.500M6.5 9 10 5.5 13.5 9" />,
  sortDown: <path d="M10 5v9.500M6.5 11l3.5 3.500L13.5 11" />,
  alert: <path d="M10 6.500v4m0 3h.01M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z" />,
  book: (
    <path d="M4 4.500h5a1.5 1.5 0 0 1 1 .5 1.5 1.5 0 0 1 1-.5h5v11h-5a1.5 1.5 0 0 0-1 .5 1.5 1.5 0 0 0-1-.5H4zM10 5v11" />
  ),
  calendar: <path d="M3.5 5h13v11.500h-13zM3.5 8.500h13M7 3v3.500M13 3v3.5" />,
  lock: <path d="M5 9h10v7.500H5zM7 9V6.500a3 3 0 0 1 6 0V9" />,
  ...menuDrawings,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** Icons of menus by the names stored on the platform. */
export const menuIcons = Object.keys(menuDrawings) as (keyof typeof menuDrawings)[]

export const isIcon = (name: string): name is IconName => name in drawings

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName
  /** Size in px. */
  size?: number
}

export function Icon({ name, size = 16, className = '', ...rest }: IconProps) {
  return (
    <svg
      {...rest}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {drawings[name]}
    </svg>
  )
}
