// Passkeys: what the server asks of the browser, and what the browser says, as both spell it.

/** What a browser is asked that is to make a passkey; all bytes are base64url. */
export interface CreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout?: number;
  excludeCredentials?: { id: string; type: 'public-key' }[];
  authenticatorSelection?: AuthenticatorSelectionCriteria;
  attestation?: AttestationConveyancePreference;
}

/** What a browser is asked whose person wants to sign in. */
export interface RequestOptions {
  rpId: string;
  challenge: string;
  timeout?: number;
  userVerification?: UserVerificationRequirement;
}

/** What a browser says of a passkey. */
export type Signed = Record<string, unknown>;

/** Whether there can be passkeys here: browsers want https, or this very machine. */
export function possible(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function text(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Has the browser make a passkey. */
export async function make(wanted: CreationOptions): Promise<Signed> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...wanted,
    user: { ...wanted.user, id: bytes(wanted.user.id) },
    challenge: bytes(wanted.challenge),
    excludeCredentials: (wanted.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { attestationObject, clientDataJSON } = made.response as AuthenticatorAttestationResponse;
  return signed(made, { attestationObject: text(attestationObject), clientDataJSON: text(clientDataJSON) });
}

/** Has the browser sign with whichever passkey its person chooses. */
export async function use(wanted: RequestOptions): Promise<Signed> {
  const publicKey: PublicKeyCredentialRequestOptions = { ...wanted, challenge: bytes(wanted.challenge) };
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { authenticatorData, clientDataJSON, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
  return signed(used, {
    authenticatorData: text(authenticatorData),
    clientDataJSON: text(clientDataJSON),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : null,
  });
}

function signed({ id, rawId, type }: PublicKeyCredential, response: Signed): Signed {
  return { id, rawId: text(rawId), type, response, clientExtensionResults: {} };
}

/** Whether a person has told the browser no, or took too long: that is no trouble. */
export function declined(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
