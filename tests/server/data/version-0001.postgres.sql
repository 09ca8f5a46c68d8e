-- A small database as version 0001 (commit e49c8c3) left it on PostgreSQL; Ann's cookie is
-- 2OUn9t2QllMs9UW_m-OD3d_dNENdEzwE
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.actions (
    table_id character varying(32) NOT NULL,
    number integer NOT NULL,
    seat smallint NOT NULL,
    action character varying(80) NOT NULL,
    by character varying(8) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.chat (
    table_id character varying(32) NOT NULL,
    number integer NOT NULL,
    seat smallint,
    name character varying(64) NOT NULL,
    text character varying(500) NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.players (
    id character varying(32) NOT NULL,
    name character varying(64) NOT NULL,
    webhook character varying(500) NOT NULL,
    created_at double precision NOT NULL
);
CREATE TABLE public.seats (
    table_id character varying(32) NOT NULL,
    seat smallint NOT NULL,
    kind character varying(8) NOT NULL,
    player_id character varying(32),
    name character varying(64),
    level character varying(16)
);
CREATE TABLE public.secrets (
    hash character varying(64) NOT NULL,
    player_id character varying(32) NOT NULL,
    kind character varying(8) NOT NULL,
    created_at double precision NOT NULL
);
CREATE TABLE public.tables (
    id character varying(32) NOT NULL,
    creator character varying(32) NOT NULL,
    invite character varying(64) NOT NULL,
    status character varying(12) NOT NULL,
    game character varying(64) NOT NULL,
    modules text NOT NULL,
    public boolean NOT NULL,
    clock integer,
    chat boolean NOT NULL,
    key character varying(32),
    key_shown boolean NOT NULL,
    rematch character varying(32),
    revision integer NOT NULL,
    number integer NOT NULL,
    to_act smallint NOT NULL,
    due double precision,
    created_at double precision NOT NULL,
    started_at double precision,
    changed_at double precision NOT NULL
);
INSERT INTO public.actions VALUES
	('92c58c668ca6f72c81ef8357d1a6a2e5', 1, 0, 'keep 1 2 5', 'player', 1794808386.8208578),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 2, 1, 'keep 4 5', 'player', 1794808387.2410493),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 3, 0, 'claim austria-2--vaduz', 'player', 1794808387.8429575),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 4, 1, 'claim schaffhausen--winterthur', 'player', 1794808388.3728514),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 5, 0, 'draw', 'player', 1794808388.8264978),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 6, 0, 'draw', 'player', 1794808389.4311278),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 7, 1, 'draw', 'player', 1794808390.1032312),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 8, 1, 'take white', 'player', 1794808390.5929701),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 9, 0, 'take orange', 'player', 1794808391.2165182),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 10, 0, 'take green', 'player', 1794808391.8118954),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 1, 1, 'keep 1 3', 'player', 1794808393.0331526),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 2, 0, 'keep 3 4 5', 'player', 1794808393.2880766),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 3, 1, 'claim schaffhausen--winterthur.2', 'player', 1794808393.738431),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 4, 0, 'claim baden--basel', 'player', 1794808394.364398),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 5, 1, 'draw', 'player', 1794808394.7883472),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 6, 1, 'draw', 'player', 1794808395.20844),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 7, 0, 'tickets', 'player', 1794808395.544079),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 8, 0, 'keep 1', 'player', 1794808395.9445786),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 9, 1, 'take blue', 'player', 1794808396.4586058),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 10, 1, 'draw', 'player', 1794808397.05179),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 11, 0, 'claim la-chaux-de-fonds--neuchatel', 'player', 1794808397.6381447),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 12, 0, 'take-back', 'player', 1794808397.9823542),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 13, 1, 'claim delemont--la-chaux-de-fonds', 'player', 1794808398.4401264),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 14, 0, 'claim bern--fribourg', 'player', 1794808399.0331874),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 15, 1, 'take blue', 'player', 1794808399.6663027),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 16, 1, 'take red', 'player', 1794808400.1119678),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 17, 0, 'take green', 'player', 1794808400.6909804),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 18, 0, 'draw', 'player', 1794808401.3639264),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 19, 1, 'claim luzern--zug.2', 'player', 1794808401.829561),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 20, 0, 'claim zug--zurich', 'player', 1794808402.2395413),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 21, 1, 'take yellow', 'player', 1794808402.816185),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 22, 1, 'take locomotive', 'player', 1794808403.4158924),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 23, 0, 'take pink', 'player', 1794808404.0742545),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 24, 0, 'take white', 'player', 1794808404.4998903),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 25, 1, 'draw', 'player', 1794808405.3180618),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 26, 1, 'take white', 'player', 1794808406.0404575),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 27, 0, 'claim germany-4--kreuzlingen', 'player', 1794808406.592611),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 28, 1, 'claim schwyz--wassen.2', 'player', 1794808406.9555244),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 29, 1, 'take-back', 'player', 1794808407.1599948),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 30, 0, 'claim locarno--lugano', 'player', 1794808407.4927802),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 31, 1, 'claim france-2--geneve', 'player', 1794808407.8001237),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 32, 0, 'claim schwyz--zug', 'player', 1794808408.155554),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 33, 1, 'claim germany-5--st-gallen', 'player', 1794808408.381358),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 34, 1, 'pay 2 black', 'player', 1794808408.6247602),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 35, 0, 'take red', 'player', 1794808408.8452754),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 36, 0, 'draw', 'player', 1794808409.201347),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 37, 1, 'claim olten--solothurn', 'player', 1794808409.5483882),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 38, 0, 'take green', 'player', 1794808409.8152564),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 39, 0, 'take blue', 'player', 1794808409.9891608),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 40, 1, 'claim austria-2--vaduz', 'player', 1794808410.2243853),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 41, 1, 'pay 1 locomotive', 'player', 1794808410.505909),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 42, 0, 'claim basel--germany-1', 'player', 1794808410.7506201),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 43, 1, 'take orange', 'player', 1794808410.9520078),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 44, 1, 'take orange', 'player', 1794808411.243084),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 45, 0, 'claim winterthur--zurich.2', 'player', 1794808411.590989),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 46, 1, 'claim delemont--solothurn', 'player', 1794808411.9315467),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 47, 1, 'take-back', 'player', 1794808412.3094087),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 48, 0, 'draw', 'player', 1794808412.653026),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 49, 0, 'take yellow', 'player', 1794808413.0606701),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 50, 1, 'take red', 'player', 1794808413.622339),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 51, 1, 'take green', 'player', 1794808414.223963),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 52, 0, 'claim baden--zurich', 'player', 1794808414.840911),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 53, 1, 'take blue', 'player', 1794808415.2244203),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 54, 1, 'take blue', 'player', 1794808415.6326423),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 55, 0, 'draw', 'player', 1794808415.977338),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 56, 0, 'take black', 'player', 1794808416.5527067),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 57, 1, 'claim pfaffikon--schwyz', 'player', 1794808417.0771136),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 58, 0, 'claim schwyz--wassen', 'player', 1794808417.6160924),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 59, 0, 'take-back', 'player', 1794808417.9812493),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 60, 1, 'take yellow', 'player', 1794808418.3402014),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 61, 1, 'draw', 'player', 1794808418.6720982),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 62, 0, 'claim schwyz--wassen', 'player', 1794808419.1729016),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 63, 1, 'claim germany-2--schaffhausen', 'player', 1794808419.7205095),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 64, 0, 'draw', 'player', 1794808420.1406589),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 65, 0, 'take white', 'player', 1794808420.512102),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 66, 1, 'claim bern--interlaken', 'player', 1794808421.1755922),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 67, 0, 'draw', 'player', 1794808421.6741154),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 68, 0, 'take locomotive', 'player', 1794808422.1164763),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 69, 1, 'claim pfaffikon--st-gallen', 'player', 1794808422.4147406),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 70, 0, 'claim brig--sion', 'player', 1794808422.680946),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 71, 0, 'take-back', 'player', 1794808423.182389),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 72, 1, 'draw', 'player', 1794808423.6441057),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 73, 1, 'take yellow', 'player', 1794808424.2689369),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 74, 0, 'claim france-1--martigny', 'player', 1794808424.693819),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 75, 0, 'pay 1 black 1 locomotive', 'player', 1794808425.2604988),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 76, 0, 'pay 1 locomotive', 'player', 1794808425.8213189),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 77, 1, 'claim france-3--la-chaux-de-fonds', 'player', 1794808426.7575963),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 78, 1, 'take-back', 'player', 1794808427.2006502),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 79, 0, 'claim sargans--vaduz', 'player', 1794808427.4926097),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 80, 0, 'take-back', 'player', 1794808428.0190697),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 81, 1, 'claim bellinzona--lugano.2', 'player', 1794808428.4969945),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 82, 0, 'tickets', 'player', 1794808428.8507552),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 83, 0, 'keep 1 3', 'player', 1794808429.2323017),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 84, 1, 'claim kreuzlingen--st-gallen', 'player', 1794808430.181406),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 85, 0, 'take pink', 'player', 1794808430.7169163),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 86, 0, 'take yellow', 'player', 1794808431.393711),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 87, 1, 'take red', 'player', 1794808431.744025),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 88, 1, 'take blue', 'player', 1794808432.2736757),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 89, 0, 'take pink', 'player', 1794808432.6710508),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 90, 0, 'take black', 'player', 1794808432.9524717),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 91, 1, 'take green', 'player', 1794808433.2010365),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 92, 1, 'take locomotive', 'player', 1794808433.4765472),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 93, 0, 'take pink', 'player', 1794808433.8856611),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 94, 0, 'take locomotive', 'player', 1794808434.2762654),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 95, 1, 'claim austria-3--davos', 'player', 1794808434.7086878),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 96, 1, 'pay 3 red', 'player', 1794808434.993876),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 97, 0, 'claim sargans--vaduz', 'player', 1794808435.2806904),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 98, 0, 'pay 1 orange', 'player', 1794808435.5371902),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 99, 0, 'take-back', 'player', 1794808435.871851),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 100, 1, 'claim la-chaux-de-fonds--neuchatel', 'player', 1794808436.1527224),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 101, 0, 'claim kreuzlingen--schaffhausen', 'player', 1794808436.469664),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 102, 1, 'claim luzern--schwyz', 'player', 1794808436.7589443),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 103, 0, 'tickets', 'player', 1794808437.0618765),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 104, 0, 'keep 2', 'player', 1794808437.39012),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 105, 1, 'take yellow', 'player', 1794808437.8130383),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 106, 1, 'take yellow', 'player', 1794808438.2374403),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 107, 0, 'claim basel--delemont', 'player', 1794808438.6820934),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 108, 0, 'take-back', 'player', 1794808438.96079),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 109, 1, 'claim kreuzlingen--winterthur', 'player', 1794808439.2641656),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 110, 0, 'claim delemont--france-4', 'player', 1794808439.5579267),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 111, 1, 'take yellow', 'player', 1794808439.9194305),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 112, 1, 'take locomotive', 'player', 1794808440.3488846),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 113, 0, 'claim chur--sargans', 'player', 1794808440.676749),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 114, 0, 'take-back', 'player', 1794808440.9520342),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 115, 1, 'claim brusio--italy-2', 'player', 1794808441.1661687),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 116, 1, 'pay 1 green 1 locomotive', 'player', 1794808441.4143484),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 117, 1, 'pay 1 green', 'player', 1794808441.6982555),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 118, 0, 'tickets', 'player', 1794808441.9731898),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 119, 0, 'keep 3', 'player', 1794808442.2786298),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 120, 1, 'claim chur--sargans', 'player', 1794808443.0468397),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 121, 0, 'tickets', 'player', 1794808443.9310873),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 122, 0, 'keep 1 2 3', 'player', 1794808444.9443927),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 123, 1, 'take white', 'player', 1794808445.2343786),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 124, 1, 'take orange', 'player', 1794808445.7766538),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 125, 0, 'take red', 'player', 1794808446.1874146),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 126, 0, 'draw', 'player', 1794808446.7725418),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 127, 1, 'take white', 'player', 1794808447.1389408),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 128, 1, 'take orange', 'player', 1794808447.5845613),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 129, 0, 'claim bellinzona--locarno', 'player', 1794808448.0650454),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 130, 0, 'take-back', 'player', 1794808448.8152578),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 131, 1, 'claim italy-4--locarno', 'player', 1794808449.1969793),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 132, 1, 'take-back', 'player', 1794808449.7238698),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 133, 0, 'claim bellinzona--locarno', 'player', 1794808450.1193686),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 134, 1, 'claim sargans--vaduz', 'player', 1794808450.5401878),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 135, 1, 'pay 1 orange', 'player', 1794808451.0015864),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 136, 0, 'claim bern--neuchatel', 'player', 1794808451.3341687),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 137, 1, 'draw', 'player', 1794808452.2290206),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 138, 1, 'draw', 'player', 1794808453.0203247),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 139, 0, 'tickets', 'player', 1794808454.1038847),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 140, 0, 'keep 1 3', 'player', 1794808454.6848125),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 141, 1, 'take pink', 'player', 1794808455.5244293),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 142, 1, 'take yellow', 'player', 1794808456.1144905),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 143, 0, 'draw', 'player', 1794808457.087162),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 144, 0, 'take blue', 'player', 1794808457.5727012),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 145, 1, 'draw', 'player', 1794808458.5528862),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 146, 1, 'draw', 'player', 1794808459.2600327),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 147, 0, 'take blue', 'player', 1794808459.7674186),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 148, 0, 'take red', 'player', 1794808460.3049717),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 149, 1, 'claim baden--olten', 'player', 1794808461.250628),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 150, 0, 'take orange', 'player', 1794808462.9862795),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 151, 0, 'take pink', 'player', 1794808463.3754587),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 152, 1, 'claim delemont--solothurn', 'player', 1794808464.5522943),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 153, 0, 'tickets', 'player', 1794808466.0972319),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 154, 0, 'keep 1', 'player', 1794808466.5480878),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 155, 1, 'claim martigny--sion', 'player', 1794808467.4907186),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 156, 0, 'claim italy-4--locarno', 'player', 1794808468.2938108),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 157, 1, 'draw', 'player', 1794808469.1583335),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 158, 1, 'take yellow', 'player', 1794808469.733773),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 159, 0, 'claim brig--interlaken', 'player', 1794808470.179906),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 160, 0, 'take-back', 'player', 1794808470.6993165),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 161, 1, 'take yellow', 'player', 1794808471.184417),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 162, 1, 'take pink', 'player', 1794808471.7688892),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 163, 0, 'take green', 'player', 1794808473.067581),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 164, 0, 'take orange', 'player', 1794808473.6097393),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 165, 1, 'claim pfaffikon--sargans', 'player', 1794808474.1929307),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 166, 1, 'take-back', 'player', 1794808474.5916936),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 167, 0, 'take green', 'player', 1794808475.1129434),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 168, 0, 'take black', 'player', 1794808475.4217308),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 169, 1, 'claim lausanne--neuchatel', 'player', 1794808476.3425367),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 170, 0, 'draw', 'player', 1794808476.7386045),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 171, 0, 'take white', 'player', 1794808477.1706753),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 172, 1, 'take black', 'player', 1794808477.459703),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 173, 1, 'take blue', 'player', 1794808477.9375608);
INSERT INTO public.alembic_version VALUES
	('0001');
INSERT INTO public.chat VALUES
	('92c58c668ca6f72c81ef8357d1a6a2e5', 1, 0, 'Ann', 'Good luck!', 1794808392.442368),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 1, 0, 'Ann', 'Good luck!', 1794808479.2298422);
INSERT INTO public.players VALUES
	('be47dd79e0fc004f12003bd6509a003e', 'Ann', '', 1794808385.6538591),
	('29edcdb1545db8b9521261ff4102b193', 'Bob', '', 1794808385.9201856);
INSERT INTO public.seats VALUES
	('665578c7073debbd257810e11fbef8aa', 0, 'player', 'be47dd79e0fc004f12003bd6509a003e', 'Ann', NULL),
	('665578c7073debbd257810e11fbef8aa', 1, 'open', NULL, NULL, NULL),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 0, 'player', 'be47dd79e0fc004f12003bd6509a003e', 'Ann', NULL),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 1, 'player', '29edcdb1545db8b9521261ff4102b193', 'Bob', NULL),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 0, 'player', 'be47dd79e0fc004f12003bd6509a003e', 'Ann', NULL),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 1, 'player', '29edcdb1545db8b9521261ff4102b193', 'Bob', NULL);
INSERT INTO public.secrets VALUES
	('2541b0753c14d9a63b745004f13c2ea801bd8e49877ef5394fc6342f162b5a01', 'be47dd79e0fc004f12003bd6509a003e', 'cookie', 1794808385.6598778),
	('df71479c7bac6fc1b14b242417e0e576f315709fd2ecc74b7f28d32c2ed86a28', '29edcdb1545db8b9521261ff4102b193', 'cookie', 1794808385.9319334),
	('7cb0fbc5db7abf1b249b8e3cc818404e59829d4775c4fb35f3e14a51ee78c9be', '29edcdb1545db8b9521261ff4102b193', 'token', 1794808479.266087);
INSERT INTO public.tables VALUES
	('665578c7073debbd257810e11fbef8aa', 'be47dd79e0fc004f12003bd6509a003e', 'aNJ2JMkPYJpubLCi7OEe7R1q_IGGtDtW', 'open', 'usa', '', true, NULL, true, NULL, false, NULL, 0, 0, 0, NULL, 1794808386.0443156, NULL, 1794808386.0443165),
	('92c58c668ca6f72c81ef8357d1a6a2e5', 'be47dd79e0fc004f12003bd6509a003e', 'uRP5C10Fo1FfS49RExIt985AVofdUvUu', 'playing', 'switzerland', '', true, NULL, true, '25238d4a0941d270addfb4f27d12c6e1', false, NULL, 3, 10, 2, NULL, 1794808386.1352346, 1794808386.338753, 1794808392.4478924),
	('4d80bb5cc9ae2e1a9bc57b0c1d62e002', 'be47dd79e0fc004f12003bd6509a003e', 'nSxVHFlNLz5uijUQ4NT5KuNtcXj5lJuX', 'over', 'switzerland', '', true, NULL, true, '0f7317d7bb73d63b3d4b52a3590b0228', false, NULL, 3, 173, 0, NULL, 1794808392.518627, 1794808392.6404734, 1794808479.2309816);
ALTER TABLE ONLY public.actions
    ADD CONSTRAINT actions_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX ix_seats_player_id ON public.seats USING btree (player_id);
CREATE INDEX ix_secrets_player_id ON public.secrets USING btree (player_id);
CREATE INDEX ix_tables_creator ON public.tables USING btree (creator);
CREATE INDEX ix_tables_due ON public.tables USING btree (due);
CREATE INDEX tables_by_status ON public.tables USING btree (status, public, changed_at);
ALTER TABLE ONLY public.actions
    ADD CONSTRAINT actions_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_player_id_fkey FOREIGN KEY (player_id) REFERENCES public.players(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_creator_fkey FOREIGN KEY (creator) REFERENCES public.players(id);
