import { useMemo } from 'react'

const WIDTH = 320
const HEIGHT = 180

const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Watermark with user name and load time, also in print. */
export function Watermark({ name }: { name: string }) {
  const image = useMemo(() => {
    const text = escaped(`${name} ${new Date().toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })}`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><text x="20" y="120" transform="rotate(-20 20 120)" font-size="14" fill="#888" fill-opacity=".16">${text}</text></svg>`
    return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
  }, [name])
  return (
    <div
      aria-hidden="true"
      data-testid="watermark"
      className="pointer-events-none fixed inset-0 z-50"
      style={{ backgroundImage: image }}
    />
  )
}
