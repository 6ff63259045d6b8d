--- Signatures made once with keys thrown away since: what the crypto backend must accept.
return {
    message = "sso-login on a router",
    rsa = {
        n = "d47da9afbd12387ab51b79410d872a66f88d9f26fac5d37309c8fc946ab35eeeba07dd7fd5035a30e52c97a6a456cdb0" ..
            "1dc4836b3e1f4033f0a1dbfb00a5e6c9819fe3a33a558a67293d73988bc8ac191cc3824efaa5b44f7f9a1d6b3b80c696" ..
            "6f5261afe0d3c783d6a1b4b7fa1f4a499a59c7fe16b672c4aeefb01b6bb913e8f9bb4cc4f3fbcad0411e505e03fbad17" ..
            "f3f1db4b55fcfb843ddd4ddef34e40efcf126b11a44aa1f60a56e8172e2efcd7ddf45b9369e7ba4e12444085d7ba0db2" ..
            "5b930c46fbb913b6a9c1ef3da0e6c9cc5017c0c01c4ace7712a5dc70f49fd74abf557e914c2f01e288425cee80401bb9" ..
            "6419cf97a26c27c06b9382382ce82947",
        e = "010001",
        signature = "a5c3d5afd3050dfc8995839584d1077ab5588d4f2450a9c7c2128fa3e253bbddb8c035597deb73ac9d98fb3c797db9c7" ..
            "c43a3df2e721368ef553099a91e3442ad15c6773379ff485a3b176c620caecb639fe4d2a73cb595f614061c38cf7a945" ..
            "ed503a9972c80a56829a6e2e92af023b162e52968a6da488a3ce67997bf8a0b4073a519914bc41a68ac76c42871f1b37" ..
            "0feefe7912e2c1bed359047c46e7c664b6b6a95e4b2377ccb07cdb6defdd3c027103cf6ce292d57709514834e78d9fbd" ..
            "63da3fb8d7a80a52a75384e0c5bb187bb5624f74e5a53de774c46f6bbab81b46f096d962556227d463b1ffddbacd1c2f" ..
            "4ccd4b8842a11badb8040fc758945eaa",
    },
    ec = {
        x = "ca21fdbc32be56953e9e3695135f5c06ce3cda21cbf901fb1297f2da49c4786f",
        y = "c893ed3719170d2dc553b3b462891c952f91c34f66769bd25b08eaed18781a03",
        signature = "90e87da645af99a40930d20492c25be65da6b9f34a486c7e356866a051f47da3eeb34184475261fba9c742d9ab46deb6" ..
            "742848a18a4817e35b7fcf9add642f19",
    },
}
