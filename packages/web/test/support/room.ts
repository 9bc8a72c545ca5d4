import { vi } from 'vitest'

/** Gives every element room, of which happy-dom lays out none, until the mocks are restored. */
export function giveRoom(): void {
  const { prototype } = HTMLElement
  for (const name of ['clientWidth', 'offsetWidth'] as const)
    vi.spyOn(prototype, name, 'get').mockReturnValue(1_200)
  for (const name of ['clientHeight', 'offsetHeight'] as const)
    vi.spyOn(prototype, name, 'get').mockReturnValue(800)
}
