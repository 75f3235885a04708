// The address of an S3-compatible server in one URL: https://KEY:SECRET@HOST/BUCKET/FOLDER?region=REGION. Error
// messages never repeat a part of the URL, because it contains the secret.

export type FileServer = {
  readonly origin: string;
  /** The path under which the files are stored: the bucket, and the folder if there is one. */
  readonly path: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
};

const REGION = 'us-east-1';
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/;
/**
 * Matches a path of folders. A character is allowed only if all servers and all signing methods write it in a path in
 * the same way.
 */
const FOLDERS = /^[A-Za-z0-9._-]{1,128}(?:\/[A-Za-z0-9._-]{1,128}){0,7}$/;

/**
 * Parses the URL. Throws an error that states what is wrong with it. Plain http is allowed, because it reveals nothing:
 * the files are encrypted, and the secret only signs requests and is never sent.
 */
export function parseFileServer(text: string): FileServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw new Error('is not an address such as https://KEY:SECRET@HOST/BUCKET; write a / in the secret as %2F');
  }
  const [access_key_id, secret_access_key] = [decoded(url.username), decoded(url.password)];
  if (!isPrintable(access_key_id) || !isPrintable(secret_access_key)) {
    throw new Error('has no access key and secret before the host, as in https://KEY:SECRET@HOST/BUCKET');
  }
  const [bucket = '', ...folders] = url.pathname.replace(/^\/|\/$/g, '').split('/');
  if (!BUCKET.test(bucket)) throw new Error('has no valid bucket after the host, as in https://KEY:SECRET@HOST/BUCKET');
  if (folders.length > 0 && !FOLDERS.test(folders.join('/'))) {
    throw new Error('has a folder that is not made of letters, digits, ".", "_" and "-"');
  }
  if (url.hash !== '' || [...url.searchParams.keys()].some((name) => name !== 'region')) {
    throw new Error('has a part after the folder that is not region=…');
  }
  const region = url.searchParams.get('region') ?? REGION;
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new Error('has a region that is not made of a-z, 0-9 and "-"');
  return { origin: url.origin, path: `/${[bucket, ...folders].join('/')}`, region, access_key_id, secret_access_key };
}

/** Returns an empty string if the text has an invalid escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const isPrintable = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text);
