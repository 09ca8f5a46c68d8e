/** Passkeys: a way back to your games without a link. */
import { get, post } from './api'
import type { Passkey, Player } from './protocol'

export const canPasskey = 'PublicKeyCredential' in window && isSecureContext

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
const text = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const challenge = async (path: string) => bytes((await post<{ challenge: string }>(`${path}/challenge`)).challenge)

export const mine = () => get<Passkey[]>('players/me/passkeys')

/** Make a passkey for a player; null if whoever sits here changed their mind. */
export async function create(player: Player): Promise<Passkey[] | null> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: await challenge('players/me/passkeys'),
    rp: { name: 'Éclisse' },
    user: { id: new TextEncoder().encode(player.id), name: player.name, displayName: player.name },
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  }
  const made = (await navigator.credentials.create({ publicKey }).catch(() => null)) as PublicKeyCredential | null
  const answer = made?.response as AuthenticatorAttestationResponse | undefined
  const key = answer?.getPublicKey()
  if (!made || !answer || !key) return null
  return post<Passkey[]>('players/me/passkeys', {
    id: made.id,
    public_key: text(key),
    client_data: text(answer.clientDataJSON),
    authenticator_data: text(answer.getAuthenticatorData()),
  })
}

/** Become whoever has a passkey on this device; null if whoever sits here changed their mind. */
export async function signIn(): Promise<Player | null> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: await challenge('players/passkey'),
    userVerification: 'preferred',
  }
  const found = (await navigator.credentials.get({ publicKey }).catch(() => null)) as PublicKeyCredential | null
  const answer = found?.response as AuthenticatorAssertionResponse | undefined
  if (!found || !answer) return null
  return post<Player>('players/passkey', {
    id: found.id,
    client_data: text(answer.clientDataJSON),
    authenticator_data: text(answer.authenticatorData),
    signature: text(answer.signature),
  })
}
