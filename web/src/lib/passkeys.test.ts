import { afterEach, expect, test, vi } from 'vitest';
import { bytes, declined, make, text, use } from './passkeys';

const buffer = (...numbers: number[]) => Uint8Array.from(numbers).buffer;
const stub = (credentials: object) => vi.stubGlobal('navigator', { credentials });
afterEach(() => vi.unstubAllGlobals());

test('bytes are spelled as the server spells them', () => {
  expect(text(buffer(251, 255, 254, 0))).toBe('-__-AA');
  expect([...bytes('-__-AA')]).toEqual([251, 255, 254, 0]);
});

test('a passkey is asked for in bytes, and told of in letters', async () => {
  const create = vi.fn().mockResolvedValue({
    id: 'AQ',
    rawId: buffer(1),
    type: 'public-key',
    response: { attestationObject: buffer(2), clientDataJSON: buffer(3) },
  });
  stub({ create });
  const said = await make({
    rp: { id: 'localhost', name: 'Goldrush' },
    user: { id: 'BA', name: 'Ada', displayName: 'Ada' },
    challenge: 'BQ',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    excludeCredentials: [{ id: 'Bg', type: 'public-key' }],
  });
  const { publicKey } = create.mock.calls[0]![0];
  expect([[...publicKey.user.id], [...publicKey.challenge], [...publicKey.excludeCredentials[0].id]]).toEqual([
    [4],
    [5],
    [6],
  ]);
  expect(said).toEqual({
    id: 'AQ',
    rawId: 'AQ',
    type: 'public-key',
    response: { attestationObject: 'Ag', clientDataJSON: 'Aw' },
    clientExtensionResults: {},
  });
});

test('a passkey signs what it is asked to', async () => {
  const response = { authenticatorData: buffer(2), clientDataJSON: buffer(3), signature: buffer(4), userHandle: null };
  const get = vi.fn().mockResolvedValue({ id: 'AQ', rawId: buffer(1), type: 'public-key', response });
  stub({ get });
  const said = await use({ rpId: 'localhost', challenge: 'BQ' });
  expect([...get.mock.calls[0]![0].publicKey.challenge]).toEqual([5]);
  expect(said['response']).toEqual({
    authenticatorData: 'Ag',
    clientDataJSON: 'Aw',
    signature: 'BA',
    userHandle: null,
  });
});

test('somebody who says no has made no mistake', () => {
  expect(declined(new DOMException('', 'NotAllowedError'))).toBe(true);
  expect(declined(new DOMException('', 'InvalidStateError'))).toBe(false);
  expect(declined(new Error())).toBe(false);
});
