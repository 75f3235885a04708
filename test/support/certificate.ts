// A self-signed certificate for 127.0.0.1, generated for each run so that no private key is in the repository.
import { generateKeyPairSync, sign } from 'node:crypto';

export type Certificate = { key: string; cert: string };

/** `until` is the last moment of the certificate, such as `20210101000000Z`. By default the certificate is valid. */
export function selfSigned(until = '21200101000000Z'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from('mail.example')))));
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, der(TIME, Buffer.from('20200101000000Z')), der(TIME, Buffer.from(until))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, ALTERNATIVE_NAME, der(OCTETS, der(SEQUENCE, LOOPBACK))))),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    der(SEQUENCE, body, ECDSA_WITH_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const [INTEGER, BITS, OCTETS, UTF8_STRING, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x04, 0x0c, 0x18, 0x30, 0x31];
const [VERSION, EXTENSIONS, IP_ADDRESS] = [0xa0, 0xa3, 0x87];
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const LOOPBACK = der(IP_ADDRESS, Buffer.from([127, 0, 0, 1]));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
