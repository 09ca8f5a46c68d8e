import { expect, it, vi } from 'vitest'

vi.stubGlobal('document', { baseURI: 'https://trains.example/' })
vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
vi.stubGlobal('addEventListener', vi.fn())
const { router } = await import('./router.svelte')

it('follows a link that was opened before it listened', () => {
  expect(router.here.hash).toBe('')
  location.hash = '#recover=secret'
  router.start()
  expect(router.here.hash).toBe('recover=secret')
})
