-- The catalogue of employers: one per environment, maintained by the operator and read by every client in that
-- environment. It belongs to no client, so this table has no row-level security. With row-level security the search
-- could not use its index, because the SQL operator that compares keys is not leakproof. Statements contain a condition
-- on the environment instead.
create table companies (
  environment text not null,
  company_mapping_id text not null,
  name text not null,
  -- The significant words of the name, as domain/connections/company-names.ts makes them.
  search_name text collate "C" not null,
  domain text,
  logo_url text,
  -- The employer identification number, nine digits.
  ein text,
  phone text,
  street text,
  city text,
  state text,
  zip text,
  provider_id text,
  mapping_status text not null check (mapping_status in ('verified', 'mapped', 'unmapped')),
  success_rate text check (success_rate in ('high', 'medium', 'low', 'unsupported')),
  -- The kinds of direct deposit changes that the company supports; null if the company supports none.
  deposit_switch jsonb,
  -- The company's search keys: the keys of the company's name, and one key each for its EIN, domain, phone, state and
  -- zip. The keys other than the keys of the name have a prefix such as "ein:".
  keys tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment, company_mapping_id)
);
-- Query plans are made before the search keys are known. So statistics about the keys would not improve the plans and
-- would only make ANALYZE slow.
alter table companies alter column keys set statistics 0;
create index companies_newest on companies (environment, created_at desc, company_mapping_id desc);
create index companies_by_name on companies (environment, search_name, company_mapping_id);
-- One index per environment, so that a sandbox search does not read the operator's catalogue.
create index companies_sandbox_keys on companies using gin (keys) where environment = 'sandbox';
create index companies_prod_keys on companies using gin (keys) where environment = 'prod';

-- The companies of the sandbox: names of well-known large employers, and invented companies. Their ids never change.
insert into companies (
  environment, company_mapping_id, name, search_name, domain, ein, phone, street, city, state, zip, provider_id,
  mapping_status, success_rate, deposit_switch, keys, created_at, updated_at
)
with known (id, name, domain) as (values
  ('66e3b6ba012c092d4cf43b93a07c7ae3', 'Walmart', 'walmart.com'),
  ('044a5dd63367cf2082093fe66dca09c8', 'Amazon', 'amazon.com'),
  ('e9c9d4fda4d2d79ec4e9a10302235588', 'Home Depot', 'homedepot.com'),
  ('92eaf0b6acc67c0aa423eeaef2aec4bf', 'Kroger', 'kroger.com'),
  ('f6b3cb572abde635b33389ed2e79e048', 'Target', 'target.com'),
  ('20ab53538d9709ca92fe7fc877c026e0', 'Costco', 'costco.com'),
  ('26b05fb930cdf12a7a6e43de1ac96ecb', 'UPS', 'ups.com'),
  ('8a504d7b363c205b0e57bbcd9a6a8e08', 'FedEx', 'fedex.com'),
  ('d7ad06428b777f57509757938b69f4e3', 'Starbucks', 'starbucks.com'),
  ('60dce53c1d26fb6cbda1ef108cf4f634', 'Lowe''s', 'lowes.com'),
  ('8b1c347713d29778d6a890eaa3d52ec7', 'McDonald''s', 'mcdonalds.com'),
  ('24d677e154dd17b0663eacad0a2fe943', 'Walgreens', 'walgreens.com'),
  ('2bf71a30745e548356785e40047fd3b8', 'CVS Health', 'cvshealth.com'),
  ('c90182aa4044130c4896d0e17ad6ba91', 'Albertsons', 'albertsons.com'),
  ('11c9d4877f16d55306d3a67130f8f084', 'Publix', 'publix.com'),
  ('76061349b65aec4f2a7e20fdd89bdd2b', 'Best Buy', 'bestbuy.com'),
  ('a9611b45c60bd4412ac942ec71968e03', 'Dollar General', 'dollargeneral.com'),
  ('f1430a76a5d26a8c359588d7f140e3ab', 'Dollar Tree', 'dollartree.com'),
  ('2f46e33b2497180542d2dfaaac64381b', 'Macy''s', 'macys.com'),
  ('c15bf483acab1bfe5d8247e1d20cc786', 'Kohl''s', 'kohls.com'),
  ('aac9e35911bf455b778be1586c4306bb', 'Nordstrom', 'nordstrom.com'),
  ('661f97398e50d07759e0d4ba534e1efe', '7-Eleven', '7-eleven.com'),
  ('9c05d714adbc2f11807ad1fa43a09b7f', 'Chipotle', 'chipotle.com'),
  ('f965c1f5b0108496bcf4fbab0db1eb47', 'Chick-fil-A', 'chick-fil-a.com'),
  ('e807530ea753fdecc36242df468d86ec', 'Wendy''s', 'wendys.com'),
  ('feb29673e73f857d810f3520426339ab', 'Walt Disney', 'disney.com'),
  ('b2295e3a8169b6e48426ff673cacc3d7', 'Marriott', 'marriott.com'),
  ('94b842f0f10f1f5bdbd2b19c95c31957', 'Hilton', 'hilton.com'),
  ('91358a280527767c72ac2dfcedb46585', 'AT&T', 'att.com'),
  ('9e9c7df65c66b58099d2c4a1e6c4076e', 'Verizon', 'verizon.com'),
  ('4197b8c35e2eadce12a60819d6bc32d0', 'T-Mobile', 't-mobile.com'),
  ('ea406c5aa5e1405712d18f3ee90d7558', 'Comcast', 'comcast.com'),
  ('0b72d79f2411fd12b9d0bd4368c35b04', 'Apple', 'apple.com'),
  ('929e3c4370109692c8110d3b9794365f', 'Microsoft', 'microsoft.com'),
  ('069e72cc25383bf7d7dcce90b59bed63', 'IBM', 'ibm.com'),
  ('e5dc6dd66c6725a0e283fd352724a80d', 'Boeing', 'boeing.com'),
  ('4f8b0b52ca8c30c72435092851b250b2', 'Lockheed Martin', 'lockheedmartin.com'),
  ('8fa4f926f534b6b49ee1fa532cbf3317', 'General Motors', 'gm.com'),
  ('761603824ac9eb5aeec8aadafc99526c', 'Ford Motor', 'ford.com'),
  ('608c2eada28cdc58b44c2aa8578789d5', 'General Electric', 'ge.com'),
  ('3becfa65a3122799bfe322ecfdd3c63a', '3M', '3m.com'),
  ('c63f78fa89279b0235d4535c2535ad74', 'John Deere', 'deere.com'),
  ('1d2831eed5b2cbac6ba078df847a8f8b', 'Bank of America', 'bankofamerica.com'),
  ('12d5def7345326dd3cf02df679710a8d', 'Wells Fargo', 'wellsfargo.com'),
  ('3d860ce0aec957d285a093c813684ef9', 'JPMorgan Chase', 'jpmorganchase.com'),
  ('e2a07cdf1fb7d449d735750134d3b4fc', 'Kaiser Permanente', 'kaiserpermanente.org'),
  ('d3335047735e112cbccbe3ce684d899b', 'HCA Healthcare', 'hcahealthcare.com'),
  ('4a3faeb7cbba53dd3fdce11fb46ec6f4', 'Tyson Foods', 'tysonfoods.com'),
  ('43370f8a5096e17bdc0f0fe6cc3fc34c', 'PepsiCo', 'pepsico.com'),
  ('7e841f87c5fc928a56dba75cd296fde0', 'Coca-Cola', 'coca-cola.com'),
  ('45d2204ae4353934722079b89322645a', 'Sysco', 'sysco.com'),
  ('2bee22e3db7cb0a0156f93bce36bd66b', 'United States Postal Service', 'usps.com')
),
invented (id, name, domain, ein, phone, street, city, state, zip, mapping_status, success_rate) as (values
  ('20792811c7aae5605a554154922d1e0d', 'Larkspur Analytics', 'larkspur-analytics.example', '999000001', '+13035550101', '1600 Wynkoop Terrace', 'Denver', 'CO', '80202', 'verified', 'high'),
  ('eb5a13c671012117c8316ca8eccee3b8', 'Harbor & Pine Furnishings', 'harbor-and-pine-furnishings.example', '999000002', '+15035550102', '900 Alder Quay', 'Portland', 'OR', '97205', 'verified', 'high'),
  ('e2b35d70f71881bf23cc9b01fa763f55', 'Sunny Fork Market', 'sunny-fork-market.example', '999000003', '+16145550103', '45 High Street', 'Columbus', 'OH', '43215', 'verified', 'high'),
  ('b85b2a59c99727bcb08a81cadb65ac0a', 'Copper Canyon Logistics', 'copper-canyon-logistics.example', '999000004', '+15125550104', '7100 Freight Loop', 'Austin', 'TX', '78741', 'verified', 'high'),
  ('5ee7e97f11ab7ec729f95633059c2261', 'Beacon Hill Books', 'beacon-hill-books.example', '999000005', '+16175550105', '12 Charles Passage', 'Boston', 'MA', '02114', 'verified', 'high'),
  ('ad5949638a83feec9d7376bcf78ad4f8', 'Brightwater Bakery', 'brightwater-bakery.example', '999000006', '+12065550106', '31 Crumb Street', 'Seattle', 'WA', '98101', 'mapped', 'high'),
  ('a7fc8deaebaaed44c71db80de8c2c5c1', 'Cobalt Bridge Software', 'cobalt-bridge-software.example', '999000007', '+14155550107', '500 Girder Way', 'San Francisco', 'CA', '94105', 'verified', 'high'),
  ('98f964563f641e69a2a2adc52178b20d', 'Juniper Street Clinic', 'juniper-street-clinic.example', '999000008', '+16025550108', '2 Juniper Street', 'Phoenix', 'AZ', '85004', 'mapped', 'high'),
  ('991e0c8f5d058c09a2c3dcc42834c6fe', 'Maple Row School District', 'maple-row-school-district.example', '999000009', '+16515550109', '18 Chalk Avenue', 'Saint Paul', 'MN', '55101', 'mapped', 'high'),
  ('84f8e498697b860d57336ef328a6ace9', 'Fable Freight', 'fable-freight.example', '999000010', '+19015550110', '77 Moral Road', 'Memphis', 'TN', '38103', 'verified', 'medium'),
  ('7197f2830892403bc07b126f798c3f37', 'Quill & Co', 'quill-and-co.example', '999000011', '+12155550111', '5 Inkwell Court', 'Philadelphia', 'PA', '19106', 'verified', 'low'),
  ('e01b285ee48fb48d5c6215384493127f', 'Nowhere Holdings', 'nowhere-holdings.example', '999000012', '+13025550112', '1 Blank Plaza', 'Wilmington', 'DE', '19801', 'unmapped', 'unsupported')
),
listed as (
  select *, regexp_replace(
    btrim(regexp_replace(lower(replace(replace(name, '''', ''), '&', '')), '[^a-z0-9]+', ' ', 'g')), ' co$', ''
  ) as search_name
  from (
    select id, name, domain, null as ein, null as phone, null as street, null as city, null as state, null as zip,
      'verified' as mapping_status, 'high' as success_rate
    from known union all select * from invented
  ) both_kinds
)
select 'sandbox', id, name, search_name, domain, ein, phone, street, city, state, zip,
  case when mapping_status <> 'unmapped' then 'vouch_payroll' end, mapping_status, success_rate,
  case when mapping_status <> 'unmapped' then
    '{"deposit_types": ["entire", "amount", "percent"], "amount_precision": 2, "percent_precision": 2, "max_number": 5}'::jsonb
  end,
  array_to_tsvector(array_cat(
    array(
      select distinct mark || key from (
        select '' as mark, left(word, 8) as word, true as may_hold_error
        from unnest(string_to_array(search_name, ' ')) word
        union all
        select '=', left(joined, 24), length(joined) <= 12 from (select replace(search_name, ' ', '')) one (joined)
      ) words cross join lateral (
        select word as key union all
        select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i
        where may_hold_error and length(word) >= 3
      ) keys_of_word
    ),
    array_remove(array['ein:' || ein, 'domain:' || domain, 'phone:' || phone, 'state:' || state, 'zip:' || zip], null)
  )),
  first_moment - interval '1 second' * row_number() over (), first_moment
from listed cross join (select timestamptz '2026-01-01 00:00:00Z' as first_moment) moments;
